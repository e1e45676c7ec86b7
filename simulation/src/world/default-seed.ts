export const defaultSeed = 20_150;
