import { limits } from '@refugia/contract/limits.ts';
import type { SelectionQuestion } from '@refugia/contract/value-mapper/selections.ts';
import type { PlacesFault } from '@refugia/engine/selection/find-places.ts';
import { ApiFailure } from '../../../platform/http/failure.ts';

const { maxSelectionUnits, maxSharedBoundaries } = limits.valueMapper;
const text = (number: number) =>
  number.toLocaleString('en-US', {
    maximumSignificantDigits: number < 1000 ? 4 : 21,
    maximumFractionDigits: 0,
  });

/** The failure for a question that has no answer, with what to do next. */
export function placesFailure(fault: PlacesFault, question: SelectionQuestion): ApiFailure {
  const unit = question.cost === 'area' ? ' ha' : '';
  switch (fault.code) {
    case 'no-units':
      return failure(
        fault.code,
        'There is no unit to choose from: all are left out, or none lies on ground that has values.',
      );
    case 'budget-too-small':
      return failure(
        fault.code,
        `What is chosen already costs ${text(Math.ceil(fault.cost))}${unit}, more than the budget. Please raise the budget, or choose less.`,
      );
    case 'target-too-large':
      return failure(
        fault.code,
        `All units that may be chosen hold a value of ${text(Math.floor(fault.value))}, less than the target. Please lower the target, or leave out less.`,
      );
    case 'too-many-units':
      return failure(
        fault.code,
        `These are ${text(fault.units)} units, and at most ${text(maxSelectionUnits)} can be searched. ${smaller(fault.fits)}`,
      );
    case 'too-many-boundaries':
      return failure(
        fault.code,
        `These units have ${text(fault.boundaries)} shared boundaries, and with a preference for compact places at most ${text(maxSharedBoundaries)} can be searched. ${smaller(fault.fits)}`,
      );
  }
}

const smaller = (hectares: number | null): string =>
  hectares === null
    ? 'Please choose fewer zones.'
    : `Please choose hexagons of ${text(hectares)} ha or more.`;

const failure = (code: string, sentence: string) =>
  new ApiFailure(422, code.replaceAll('-', '_'), sentence);
