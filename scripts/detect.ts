import { messageOf } from '../server/src/platform/thrown.ts';
import { parseDetectArguments, UsageError, usage } from './detect/arguments.ts';
import { detectFiles } from './detect/detect-files.ts';

try {
  const request = parseDetectArguments(process.argv.slice(2));
  if (request === 'help') {
    process.stdout.write(usage);
  } else {
    process.stdout.write(`${JSON.stringify(await detectFiles(request), null, 2)}\n`);
  }
} catch (error) {
  const message = messageOf(error);
  if (error instanceof UsageError) {
    process.stderr.write(`${message}\n\n${usage}`);
    process.exitCode = 2;
  } else {
    process.stderr.write(`${message}\n`);
    process.exitCode = 1;
  }
}
