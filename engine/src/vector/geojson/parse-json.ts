import { VectorError } from '../errors.ts';
import { shorten } from '../report.ts';

interface JsonLimits {
  readonly nesting: number;
  /** Lists and objects: each takes far more in memory than the two characters that write it. */
  readonly jsonContainers: number;
}

/**
 * Parses JSON text that is looked at first: nothing behind this has to fear for its stack, nor for its
 * memory. Throws VectorError with the place at fault.
 */
export function parseJson(text: string, limits: JsonLimits): unknown {
  checkStructure(text, limits);
  try {
    return JSON.parse(text);
  } catch (cause) {
    const where = whereOf(text, String(cause));
    throw new VectorError('damaged', `The file is not valid JSON: there is a mistake ${where}.`, {
      cause,
    });
  }
}

/** V8 tells some mistakes by their position and others by the text around them. */
function whereOf(text: string, message: string): string {
  const position = /at position (\d+)/.exec(message)?.[1];
  if (position !== undefined) return placeOf(text, Number(position));
  const around = /Unexpected token .*?, (?:\.\.\.)?"(.*)"(?:\.\.\.)? is not valid JSON$/s.exec(
    message,
  );
  return around ? `near ${shorten(around[1]!)}` : 'at its end';
}

function placeOf(text: string, position: number): string {
  const before = text.slice(0, position);
  const line = before.split('\n').length;
  return `in line ${line}, character ${position - before.lastIndexOf('\n')}`;
}

const quote = 0x22;
const backslash = 0x5c;

function checkStructure(text: string, { nesting, jsonContainers }: JsonLimits): void {
  let depth = 0;
  let containers = 0;
  let isInText = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (isInText) {
      if (code === backslash) index += 1;
      else if (code === quote) isInText = false;
      continue;
    }
    if (code === quote) isInText = true;
    // Both kinds of brackets: [ and {, ] and }.
    else if (code === 0x5b || code === 0x7b) {
      depth += 1;
      containers += 1;
      if (depth > nesting) {
        throw new VectorError('unsafe', `The file is nested deeper than ${nesting} levels.`);
      }
      if (containers > jsonContainers) {
        throw new VectorError(
          'too-large',
          `The file holds more than ${jsonContainers.toLocaleString('en-US')} JSON lists and objects, which is more than can be imported at once. Split or simplify it.`,
        );
      }
    } else if (code === 0x5d || code === 0x7d) depth -= 1;
  }
}
