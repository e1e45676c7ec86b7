export * from './account.ts';
export * from './habitat-patrol.ts';
