import { messages } from '@refugia/contract/messages.ts';
import type { z } from 'zod';

type Issue = Parameters<z.core.$ZodErrorMap>[0];

const typeNames: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'a JSON object',
  record: 'a JSON object of names and values',
  null: 'empty',
};

function limitSentence(
  origin: string,
  word: 'most' | 'least',
  { limit, isExact }: { limit: number | bigint; isExact: boolean },
): string {
  const amount = isExact ? `exactly ${limit}` : `at ${word} ${limit}`;
  if (origin === 'string') return `This must have ${amount} characters.`;
  if (origin === 'array' || origin === 'set') return `This must have ${amount} entries.`;
  return `This must be ${amount}.`;
}

const oneOf = (values: readonly unknown[]): string =>
  `This must be one of: ${values.map((value) => value ?? 'nothing').join(', ')}.`;

/**
 * A sentence for a person about an invalid value whose schema has no message of its own, because
 * zod's messages are for programmers. Undefined keeps zod's message.
 */
export function sentenceOf(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null) return messages.required;
      return `This must be ${typeNames[issue.expected] ?? 'written as the API document says'}.`;
    case 'too_big':
      return limitSentence(issue.origin, 'most', {
        limit: issue.maximum,
        isExact: issue.exact === true,
      });
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return messages.required;
      return limitSentence(issue.origin, 'least', {
        limit: issue.minimum,
        isExact: issue.exact === true,
      });
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
    case 'invalid_element':
      return 'An entry of this is not written as expected.';
    case 'not_multiple_of':
      return `This must be a multiple of ${issue.divisor}.`;
    case 'unrecognized_keys':
      return `This has a member that is not known here: ${issue.keys.join(', ')}.`;
    case 'custom':
      return 'This is not written as expected.';
    default:
      return undefined;
  }
}

/** The sentence with its field's name, for places where it stands alone. */
export function withFieldName(field: string, sentence: string): string {
  return sentence.replace(/^This (?=(must|is|has|contains) )/, `"${field}" `);
}
