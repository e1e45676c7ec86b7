import { type Logger, pino } from 'pino';

/** Warnings and errors, as lines of JSON on standard error; requests are not logged one by one. */
export function createLog(level: 'silent' | 'warn' | 'info' = 'warn'): Logger {
  return pino(
    { level, redact: ['req.headers.authorization', 'req.headers.cookie'] },
    pino.destination({ dest: 2, sync: true }),
  );
}
