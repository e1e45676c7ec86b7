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

/**
 * What is wrong with a value where its schema says nothing of its own, as a sentence for a person:
 * zod's words are for programmers. Undefined leaves them as they are.
 */
export function sentenceOf(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null) return messages.required;
      return `This must be ${typeNames[issue.expected] ?? issue.expected}.`;
    case 'too_big':
      return limitSentence(issue.origin, 'most', issue.maximum);
    case 'too_small':
      return limitSentence(issue.origin, 'least', issue.minimum);
    case 'invalid_value':
      return `This must be one of: ${issue.values.map(String).join(', ')}.`;
    case 'invalid_format':
      return 'This is not written as expected.';
    default:
      return undefined;
  }
}

/** The same sentence where it stands alone, without its field beside it. */
export function withFieldName(field: string, sentence: string): string {
  return sentence.replace(/^This (?=must|is not)/, `"${field}" `);
}
