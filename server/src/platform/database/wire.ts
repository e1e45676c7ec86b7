/**
 * The frame of PostgreSQL's wire protocol (version 3): one type byte, then a big-endian length that
 * counts itself and the body. Only a client's first message has no type byte.
 * https://www.postgresql.org/docs/current/protocol-message-formats.html
 */
export const messageType = {
  query: 0x51,
  sync: 0x53,
  terminate: 0x58,
  functionCall: 0x46,
  notification: 0x41,
  readyForQuery: 0x5a,
} as const;

/** Values of the status byte in ReadyForQuery. */
export const transactionStatus = { idle: 0x49 } as const;

/** The untyped first message of a connection is given this type. */
export const startupType = 0;

export interface WireMessage {
  readonly type: number;
  /** The complete message, including its frame. */
  readonly bytes: Uint8Array;
}

export interface WireSplitter {
  /** @returns the messages that are complete; the remaining bytes wait for the next chunk */
  push(chunk: Uint8Array): WireMessage[];
}

/** Splits a byte stream into complete messages, however the stream is divided into chunks. */
export function createWireSplitter(options: { expectStartup: boolean }): WireSplitter {
  let unread: Uint8Array = new Uint8Array(0);
  let expectStartup = options.expectStartup;

  function cut(from: number): WireMessage | undefined {
    const lengthAt = expectStartup ? from : from + 1;
    if (unread.length < lengthAt + 4) return undefined;
    const length = new DataView(unread.buffer, unread.byteOffset + lengthAt, 4).getUint32(0);
    const end = lengthAt + length;
    if (length < 4) throw new Error(`wire message of impossible length ${length}`);
    if (unread.length < end) return undefined;
    const type = expectStartup ? startupType : unread[from];
    expectStartup = false;
    return { type, bytes: unread.subarray(from, end) };
  }

  return {
    push(chunk) {
      unread = unread.length === 0 ? chunk : concatenate([unread, chunk]);
      const messages: WireMessage[] = [];
      let from = 0;
      for (let message = cut(from); message; message = cut(from)) {
        messages.push(message);
        from += message.bytes.length;
      }
      unread = unread.subarray(from);
      return messages;
    },
  };
}

/** Joins byte arrays. */
export function concatenate(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function frame(type: string, body: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(5 + body.length);
  bytes[0] = type.charCodeAt(0);
  new DataView(bytes.buffer).setUint32(1, 4 + body.length);
  bytes.set(body, 5);
  return bytes;
}

/** The answer to a startup message: AuthenticationOk, client encoding, ReadyForQuery (idle). */
export function encodeWelcome(): Uint8Array<ArrayBuffer> {
  const encoding = new TextEncoder().encode('client_encoding\0UTF8\0');
  return concatenate([
    frame('R', new Uint8Array(4)),
    frame('S', encoding),
    frame('Z', Uint8Array.of(transactionStatus.idle)),
  ]);
}

/** A Sync message: the end of a batch of the extended query protocol. */
export function encodeSync(): Uint8Array {
  return frame('S', new Uint8Array(0));
}

/** An ErrorResponse with severity FATAL, after which a client closes its connection. */
export function encodeFatalError(code: string, message: string): Uint8Array<ArrayBuffer> {
  const body = new TextEncoder().encode(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`);
  return concatenate([frame('E', body)]);
}
