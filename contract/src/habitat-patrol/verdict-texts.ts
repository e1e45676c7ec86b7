import type { RunVerdicts } from './patch-verdicts.ts';
import type { Verdict } from './run-kinds.ts';

/** Verdicts as buttons, lists and reports name them. */
export const verdictNames: Readonly<Record<Verdict, string>> = {
  real: 'Real',
  'not real': 'Not real',
  unsure: 'Unsure',
};

/**
 * What has been judged so far: '118 ha confirmed, 6 ha rejected, 20 ha to look at'. Undefined while
 * nobody has called a patch real or not real.
 * @param areaText writes hectares in the units that the person reads
 */
export function judgedText(
  { confirmed, rejected, open }: RunVerdicts['hectares'],
  areaText: (hectares: number) => string,
): string | undefined {
  if (confirmed === 0 && rejected === 0) return undefined;
  return `${areaText(confirmed)} confirmed, ${areaText(rejected)} rejected, ${areaText(open)} to look at`;
}
