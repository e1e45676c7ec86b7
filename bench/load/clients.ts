import { Agent, get } from 'node:http';

export interface Answer {
  readonly kind: string;
  readonly status: number;
  readonly milliseconds: number;
}

/** What the clients ask for: a kind, its share of all questions, and an address for each question. */
export interface Question {
  readonly kind: string;
  readonly weight: number;
  readonly path: (index: number) => string;
}

/**
 * Clients that ask one question after the other, without a pause, until the time is over. Each has a
 * connection of its own. What is asked next is drawn by weight, by a seeded generator.
 */
export async function askTogether(
  address: string,
  questions: readonly Question[],
  { clients, seconds }: { readonly clients: number; readonly seconds: number },
): Promise<Answer[]> {
  const answers: Answer[] = [];
  const end = performance.now() + seconds * 1000;
  const draw = drawer(questions);
  const work = async (): Promise<void> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (performance.now() < end) answers.push(await ask(address, draw(), agent));
    agent.destroy();
  };
  await Promise.all(Array.from({ length: clients }, work));
  return answers;
}

function drawer(questions: readonly Question[]): () => { kind: string; path: string } {
  const total = questions.reduce((sum, { weight }) => sum + weight, 0);
  let state = 1;
  let index = 0;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    let left = (state / 2_147_483_647) * total;
    const question =
      questions.find(({ weight }) => {
        left -= weight;
        return left < 0;
      }) ?? questions[0];
    index += 1;
    return { kind: question.kind, path: question.path(index) };
  };
}

function ask(
  address: string,
  { kind, path }: { kind: string; path: string },
  agent: Agent,
): Promise<Answer> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const request = get(`${address}${path}`, { agent }, (reply) => {
      reply.resume();
      reply.once('error', reject);
      reply.once('end', () =>
        resolve({
          kind,
          status: reply.statusCode ?? 0,
          milliseconds: performance.now() - started,
        }),
      );
    });
    request.once('error', reject);
  });
}
