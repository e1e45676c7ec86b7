import { HttpError, type HttpReply, type HttpRequest, request } from './http-request.ts';

/** The only hosts that may be asked, even if a catalogue or a redirect names others. */
export class AllowedHosts {
  readonly #hosts: ReadonlySet<string>;
  readonly #settings: string;

  /**
   * @param hosts `name` (any port) or `name:port`
   * @param settings the settings that name them, for the sentence of a refusal
   */
  constructor(hosts: readonly string[], settings?: string) {
    this.#hosts = new Set(hosts.map((host) => host.toLowerCase()));
    this.#settings = settings ? ` (${settings})` : '';
  }

  allows(address: string): boolean {
    return this.#faultOf(URL.parse(address)) === undefined;
  }

  /**
   * Sends a request, and follows redirects as long as each step stays on these hosts.
   * @throws {HttpError} for a refused address, or for more redirects than allowed; the socket's
   *   errors otherwise
   */
  async request(
    url: string,
    outgoing: HttpRequest,
    { maxRedirects, signal }: { maxRedirects: number; signal: AbortSignal },
  ): Promise<HttpReply> {
    let next = url;
    for (let redirects = 0; redirects <= maxRedirects; redirects++) {
      const reply = await request(this.#checked(next, url), outgoing, signal);
      const location = reply.header('location');
      if (reply.status < 300 || reply.status >= 400 || location === undefined) return reply;
      reply.body.destroy();
      next = URL.parse(location, next)?.href ?? location;
    }
    throw new HttpError(`redirects more than ${maxRedirects} times`, { url, retryable: false });
  }

  #checked(address: string, requested: string): URL {
    const url = URL.parse(address);
    const fault = this.#faultOf(url);
    if (url === null || fault)
      throw new HttpError(`${fault}`, { url: requested, retryable: false });
    return url;
  }

  #faultOf(url: URL | null): string | undefined {
    if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
      return 'leads to somewhere that is no HTTP address';
    }
    if (url.username !== '' || url.password !== '') {
      return 'leads to an address with a name and a password';
    }
    if (this.#hosts.has(url.hostname) || this.#hosts.has(url.host)) return undefined;
    return `leads to ${url.host}, which is not among the hosts that may be asked${this.#settings}`;
  }
}
