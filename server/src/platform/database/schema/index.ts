export * from './account.ts';
export * from './habitat-patrol.ts';
export * from './mail.ts';
export * from './outbound.ts';
export * from './site.ts';
export * from './species.ts';
