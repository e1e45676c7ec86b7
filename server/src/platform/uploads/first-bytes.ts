const startBytes = 16;

/**
 * Passes bytes on after their beginning has been judged. Nothing is passed on before that.
 * @param size of the whole file
 * @param judge is given the first 16 bytes, or a shorter file; throws to refuse the file
 */
export async function* judgeFirst(
  bytes: AsyncIterable<Uint8Array>,
  size: number,
  judge: (start: Uint8Array) => void,
): AsyncGenerator<Uint8Array> {
  const enough = Math.min(startBytes, size);
  let start: Uint8Array | undefined = new Uint8Array(0);
  for await (const chunk of bytes) {
    if (start === undefined) {
      yield chunk;
      continue;
    }
    start = Buffer.concat([start, chunk]);
    if (start.length < enough) continue;
    judge(start.subarray(0, startBytes));
    yield start;
    start = undefined;
  }
  // Too few bytes arrived to judge the file. Another request will continue it.
  if (start) yield start;
}
