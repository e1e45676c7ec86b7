import { messages } from '@refugia/contract/messages.ts';
import type { z } from 'zod';

type Issue = Parameters<z.core.$ZodErrorMap>[0];

const typeNames: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a JSON object',
};

function limitSentence(origin: string, word: 'most' | 'least', limit: number | bigint): string {
  if (origin === 'string') return `This must have at ${word} ${limit} characters.`;
  if (origin === 'array') return `This must have at ${word} ${limit} entries.`;
  return `This must be at ${word} ${limit}.`;
}

const oneOf = (values: readonly unknown[]): string =>
  `This must be one of: ${values.map(String).join(', ')}.`;

/**
 * A sentence for a person about an invalid value whose schema has no message of its own, because
 * zod's messages are for programmers. Undefined keeps zod's message.
 */
export function sentenceOf(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null) return messages.required;
      return `This must be ${typeNames[issue.expected] ?? issue.expected}.`;
    case 'too_big':
      return limitSentence(issue.origin, 'most', issue.maximum);
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return messages.required;
      return limitSentence(issue.origin, 'least', issue.minimum);
    case 'invalid_value':
      return oneOf(issue.values);
    case 'invalid_format':
      return 'This is not written as expected.';
    case 'invalid_union':
      // A member tells the kinds apart, and has none of their names.
      if ('options' in issue && Array.isArray(issue.options)) return oneOf(issue.options);
      return 'This is of no kind that is known here, or is not written as expected.';
    case 'invalid_key':
      return 'A name in this is empty, too long, or not written as expected.';
    default:
      return undefined;
  }
}

/** The sentence with its field's name, for places where it stands alone. */
export function withFieldName(field: string, sentence: string): string {
  return sentence.replace(/^This (?=must|is not)/, `"${field}" `);
}
