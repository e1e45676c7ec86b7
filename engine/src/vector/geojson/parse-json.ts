import type { VectorFileFacts } from '../../facts/file-facts.ts';
import { shorten, VectorError } from '../report.ts';

interface JsonLimits {
  readonly nesting: number;
  /** Lists and objects. Each needs far more memory than its two characters in the text. */
  readonly jsonContainers: number;
}

/** The most members of one object. A table has at most 255 columns. */
const maxMembers = 2000;
/**
 * The most different names of members in the file. V8 keeps each name for good, and many make it
 * slow.
 */
const maxNames = 50_000;

/**
 * Parses JSON text after checking it, so that neither the stack nor the memory can overflow. Throws
 * VectorError with the place of the fault.
 */
export function parseJson(text: string, limits: JsonLimits): unknown {
  checkStructure(text, limits);
  try {
    return JSON.parse(text);
  } catch (cause) {
    const params = whereOf(text, String(cause));
    throw new VectorError({ code: 'json-invalid', params }, { cause });
  }
}

/** V8 describes some faults by their position and others by the surrounding text. */
function whereOf(text: string, message: string): VectorFileFacts['json-invalid'] {
  const position = /at position (\d+)/.exec(message)?.[1];
  if (position !== undefined) return placeOf(text, Number(position));
  const around = /Unexpected token .*?, (?:\.\.\.)?"(.*)"(?:\.\.\.)? is not valid JSON$/s.exec(
    message,
  );
  return around ? { near: shorten(around[1]) } : {};
}

function placeOf(text: string, position: number): { line: number; character: number } {
  const before = text.slice(0, position);
  const line = before.split('\n').length;
  return { line, character: position - before.lastIndexOf('\n') };
}

const quote = 0x22;
const backslash = 0x5c;
const colon = 0x3a;

function checkStructure(text: string, { nesting, jsonContainers }: JsonLimits): void {
  let depth = 0;
  let containers = 0;
  let isInText = false;
  const members = new Uint32Array(nesting + 1);
  const names = new NameCounter();
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (isInText) {
      if (code === backslash) index++;
      else if (code === quote) isInText = false;
      names.addCharacter(code);
      continue;
    }
    if (code === quote) {
      isInText = true;
      names.startText();
    } else if (code === colon) {
      members[depth]++;
      if (members[depth] > maxMembers || names.endName() > maxNames) throw tooManyMembers();
    }
    // Matches both kinds of brackets: [ and {, ] and }.
    else if (code === 0x5b || code === 0x7b) {
      depth++;
      containers++;
      members[depth] = 0;
      if (depth > nesting) {
        throw new VectorError({ code: 'nested-too-deep', params: { limit: nesting } });
      }
      if (containers > jsonContainers) {
        const params = { item: 'jsonContainers', limit: jsonContainers } as const;
        throw new VectorError({ code: 'too-many-items', params });
      }
    } else if (code === 0x5d || code === 0x7d) depth--;
  }
}

function tooManyMembers(): VectorError {
  const params = { limit: maxMembers, limitOfNames: maxNames };
  return new VectorError({ code: 'json-too-many-members', params });
}

/**
 * Counts different names by their hashes. Two names may have the same hash, so slightly too many
 * may pass.
 */
class NameCounter {
  readonly #seen = new Uint8Array(2 ** 20);
  #hash = 0;
  #count = 0;

  startText(): void {
    this.#hash = 0;
  }

  addCharacter(code: number): void {
    this.#hash = (Math.imul(this.#hash, 31) + code) | 0;
  }

  /** Called when the last text was a name. Returns the number of different names. */
  endName(): number {
    const place = Math.imul(this.#hash, 0x9e3779b1) >>> 12;
    if (this.#seen[place] === 0) {
      this.#seen[place] = 1;
      this.#count++;
    }
    return this.#count;
  }
}
