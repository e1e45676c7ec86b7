import { membersOf } from '@refugia/contract/members.ts';
import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino';

/** A failed query's parameters, which Drizzle repeats in message and stack: names, addresses, hashes. */
const queryParameters = /\nparams: [\s\S]*?(?=\n {4}at |\ncaused by: |$)/g;

function withoutParameters(text: string): string {
  return text.replace(queryParameters, '');
}

/** Removes what people typed from an error for the log. Values that are no errors stay unchanged. */
export function serializeError(error: unknown): unknown {
  const serialized: unknown = stdSerializers.err(error as Error);
  if (typeof serialized !== 'object' || serialized === null) return serialized;
  const { params: _, ...rest } = membersOf(serialized);
  for (const name of ['message', 'stack']) {
    const text = rest[name];
    if (typeof text === 'string') rest[name] = withoutParameters(text);
  }
  return rest;
}

/** The error of a log call without a message, for which pino would take the error's own, unserialized. */
function errorAlone(args: readonly unknown[]): Error | undefined {
  const [first] = args;
  if (args.length !== 1) return undefined;
  if (first instanceof Error) return first;
  const { err } = membersOf(first);
  return err instanceof Error ? err : undefined;
}

/**
 * Warnings and errors, as lines of JSON; requests are not logged one by one.
 * @param destination default: standard error
 */
export function createLog(
  level: 'silent' | 'warn' | 'info' = 'warn',
  destination: DestinationStream = pino.destination({ dest: 2, sync: true }),
): Logger {
  return pino(
    {
      level,
      redact: ['req.headers.authorization', 'req.headers.cookie'],
      serializers: { err: serializeError },
      hooks: {
        logMethod(args, method) {
          const error = errorAlone(args);
          if (error) method.call(this, args[0], withoutParameters(error.message));
          else method.apply(this, args);
        },
      },
    },
    destination,
  );
}
