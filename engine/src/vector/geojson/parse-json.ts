import { VectorError } from '../errors.ts';

/**
 * Parses JSON text whose nesting is looked at first: nothing behind this has to fear for its stack.
 * Throws VectorError with the line at fault.
 */
export function parseJson(text: string, maxNesting: number): unknown {
  checkNesting(text, maxNesting);
  try {
    return JSON.parse(text);
  } catch (cause) {
    const position = /at position (\d+)/.exec(String(cause))?.[1];
    const where = position === undefined ? 'at its end' : placeOf(text, Number(position));
    throw new VectorError('damaged', `The file is not valid JSON: there is a mistake ${where}.`, {
      cause,
    });
  }
}

function placeOf(text: string, position: number): string {
  const before = text.slice(0, position);
  const line = before.split('\n').length;
  return `in line ${line}, character ${position - before.lastIndexOf('\n')}`;
}

const quote = 0x22;
const backslash = 0x5c;

function checkNesting(text: string, maxNesting: number): void {
  let depth = 0;
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
      if (depth > maxNesting) {
        throw new VectorError('unsafe', `The file is nested deeper than ${maxNesting} levels.`);
      }
    } else if (code === 0x5d || code === 0x7d) depth -= 1;
  }
}
