/** A piece of a comment: words, or a person who is mentioned in it. */
export type CommentPiece =
  | { readonly kind: 'words'; readonly text: string }
  | { readonly kind: 'mention'; readonly username: string };

/** A username as accounts may have it, after an @ that begins a word. */
const mention = /(?<![\w@.])@([A-Za-z][A-Za-z0-9_-]{1,19})(?![\w-])/g;

/** Splits a comment's text into words and mentions, so that each mention can be a link. */
export function piecesOf(text: string): CommentPiece[] {
  const pieces: CommentPiece[] = [];
  let end = 0;
  for (const match of text.matchAll(mention)) {
    if (match.index > end) pieces.push({ kind: 'words', text: text.slice(end, match.index) });
    pieces.push({ kind: 'mention', username: match[1] });
    end = match.index + match[0].length;
  }
  if (end < text.length) pieces.push({ kind: 'words', text: text.slice(end) });
  return pieces;
}
