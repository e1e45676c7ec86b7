/** Each byte with its bits in the opposite order. */
const reversed = Uint8Array.from({ length: 256 }, (_, byte) => {
  let bits = 0;
  for (let bit = 0; bit < 8; bit++) bits |= ((byte >> bit) & 1) << (7 - bit);
  return bits;
});

/** A copy of bytes whose first bit is the lowest one (FillOrder 2), with the highest one first. */
export function reverseBits(bytes: Uint8Array): Uint8Array {
  return Uint8Array.from(bytes, (byte) => reversed[byte]);
}
