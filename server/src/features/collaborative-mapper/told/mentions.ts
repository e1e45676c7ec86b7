/** The largest number of people whom one comment can mention. */
const maxMentions = 10;
const mentionPattern = /(?<![\w@.])@([A-Za-z][A-Za-z0-9_-]{1,19})/g;

/** Finds the usernames that a text mentions with @, in lower case. */
export function mentionsIn(text: string): string[] {
  const names = [...text.matchAll(mentionPattern)].map(([, name = '']) => name.toLowerCase());
  return [...new Set(names)].slice(0, maxMentions);
}
