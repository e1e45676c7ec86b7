export * from './account.ts';
export * from './collaborative-mapper.ts';
export * from './habitat-patrol.ts';
export * from './notifications.ts';
export * from './platform.ts';
export * from './site.ts';
export * from './value-mapper.ts';
