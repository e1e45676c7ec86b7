import { writeFile } from 'node:fs/promises';
import type { SerializedError } from 'vitest';
import type { Reporter, TestModule } from 'vitest/node';

/**
 * A reporter of vitest that writes what went wrong outside of any test into the file that
 * `REFUGIA_UNHANDLED_ERRORS` names, as a JSON list of messages. Vitest's own JSON report leaves
 * these errors out, so that of a test process that died it tells the file and no reason.
 */
export default class UnhandledErrorsReporter implements Reporter {
  async onTestRunEnd(
    _modules: readonly TestModule[],
    errors: readonly SerializedError[],
  ): Promise<void> {
    const file = process.env.REFUGIA_UNHANDLED_ERRORS;
    if (file) await writeFile(file, JSON.stringify(errors.map(innermostMessage)));
  }
}

/** Vitest wraps the reason why a process died into an error of its own. */
function innermostMessage({ message, cause }: SerializedError): string {
  return cause ? innermostMessage(cause) : message;
}
