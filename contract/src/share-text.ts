const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

/** Writes a share of 0 to 1 as percent. Tiny shares are never written as 0 %, nor almost all as 100 %. */
export function formatShare(share: number): string {
  const percent = share * 100;
  if (percent > 0 && percent < 0.1) return 'under 0.1 %';
  if (percent > 99.9 && percent < 100) return 'over 99.9 %';
  return `${number.format(percent)} %`;
}
