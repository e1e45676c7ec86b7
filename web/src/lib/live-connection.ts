interface LiveOptions<Sent, Received> {
  path: string;
  /** Makes the first message of each attempt, which says who asks. */
  hello: () => Sent;
  onMessage: (message: Received) => void;
  /** Called when the connection was lost. It is tried again. */
  onLost?: () => void;
  finalCodes: readonly number[];
  /** Called when the server has closed the connection with one of these codes. */
  onRefused?: () => void;
}

const firstDelayMilliseconds = 1_000;
const longestDelayMilliseconds = 20_000;
const pingMilliseconds = 20_000;
/** A browser does not notice every loss. */
const silenceMilliseconds = 50_000;

/** A WebSocket whose messages are JSON texts. It reconnects by itself after each loss. */
export class LiveConnection<Sent, Received extends { readonly kind: string }> {
  readonly #options: LiveOptions<Sent, Received>;
  #socket: WebSocket | null = null;
  #isClosed = false;
  #attempts = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #watch: ReturnType<typeof setInterval> | undefined;
  #lastWord = 0;

  constructor(options: LiveOptions<Sent, Received>) {
    this.#options = options;
  }

  /** Connects, and reconnects after each loss until `close` is called. */
  open(): void {
    this.#isClosed = false;
    window.addEventListener('online', this.#wake);
    window.addEventListener('offline', this.#drop);
    this.#connect();
  }

  close(): void {
    this.#isClosed = true;
    window.removeEventListener('online', this.#wake);
    window.removeEventListener('offline', this.#drop);
    clearTimeout(this.#retry);
    clearInterval(this.#watch);
    this.#socket?.close();
    this.#socket = null;
  }

  /** Sends a message if the connection is open. */
  send(message: Sent | { kind: 'ping' }): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #connect(): void {
    clearTimeout(this.#retry);
    const { path, hello, onMessage } = this.#options;
    const address = new URL(path, window.location.href);
    address.protocol = address.protocol.replace('http', 'ws');
    const socket = new WebSocket(address);
    this.#socket = socket;
    this.#lastWord = Date.now();
    socket.addEventListener('open', () => socket.send(JSON.stringify(hello())));
    socket.addEventListener('message', ({ data }) => {
      this.#lastWord = Date.now();
      const message: Received = JSON.parse(String(data));
      if (message.kind !== 'refused') this.#attempts = 0;
      if (this.#socket === socket) onMessage(message);
    });
    socket.addEventListener('close', ({ code }) => {
      if (this.#socket === socket) this.#onClose(code);
    });
    clearInterval(this.#watch);
    this.#watch = setInterval(() => this.#check(), pingMilliseconds);
  }

  #check(): void {
    if (Date.now() - this.#lastWord > silenceMilliseconds) this.#drop();
    else this.send({ kind: 'ping' });
  }

  #onClose(code: number): void {
    clearInterval(this.#watch);
    this.#socket = null;
    if (this.#isClosed) return;
    if (this.#options.finalCodes.includes(code)) {
      this.close();
      this.#options.onRefused?.();
      return;
    }
    this.#options.onLost?.();
    const delay = Math.min(firstDelayMilliseconds * 2 ** this.#attempts, longestDelayMilliseconds);
    this.#attempts++;
    // A random part spreads the attempts of many browsers that lost the same server.
    this.#retry = setTimeout(() => this.#connect(), delay * (0.5 + Math.random() / 2));
  }

  #wake = (): void => {
    if (this.#socket === null && !this.#isClosed) this.#connect();
  };

  /** Closes a connection that may be dead without a close event. */
  #drop = (): void => {
    const socket = this.#socket;
    if (!socket) return;
    this.#socket = null;
    socket.close();
    this.#onClose(0);
  };
}
