export { hectaresFrom, rangeOfAreas } from '@refugia/contract/value-mapper/value-areas.ts';
