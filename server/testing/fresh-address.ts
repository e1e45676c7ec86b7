let addresses = 0;

/**
 * A network address that no earlier call of this test file used, so that limits by address begin
 * anew.
 */
export function freshAddress(): string {
  addresses++;
  return `10.1.${Math.floor(addresses / 250)}.${(addresses % 250) + 1}`;
}
