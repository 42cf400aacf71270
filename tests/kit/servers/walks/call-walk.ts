import { httpBase, type RouteName, routes } from '../../../../schemas/wire/index.ts';
import type { Route } from '../../../../schemas/wire/route.ts';
import type { HttpClient } from '../http-client.ts';

/** One call with its input: a question when it reads, an act when it changes something. */
export interface WalkCall {
  readonly client: HttpClient;
  readonly name: RouteName;
  readonly query?: object;
  readonly body?: object;
}

/** What goes on longer goes on by itself. */
const settlingMs = 5_000;

/** Runs on by itself. */
const withoutClock = (text: string): string => text.replace(/"run_time":\d+/g, '"run_time":0');

async function send({ client, name, query, body }: WalkCall): Promise<{ readonly status: number; readonly text: string }> {
  const { path, method }: Route = routes[name];
  const search = new URLSearchParams(Object.entries(query ?? {}).map(([key, value]) => [key, String(value)]));
  const response = await fetch(`${client.url}${httpBase}${path}?${search}`, {
    method,
    headers: {
      ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
      ...(client.page === null ? {} : { origin: client.page }),
      ...(client.token === null ? {} : { authorization: client.token }),
    },
    ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
  });
  return { status: response.status, text: withoutClock(await response.text()) };
}

/**
 * Proves of calls that there is something behind them: of an act, that a question is answered otherwise after it; of a question, that
 * an act or another asker changes its answer. An answer that is always the same proves nothing, and neither does one that changes by itself.
 */
export class CallWalk {
  readonly proven = new Set<RouteName>();

  /** Does the act and waits until every question has another answer; gives the act's data. */
  async changes<T = unknown>(act: WalkCall, ...questions: readonly WalkCall[]): Promise<T> {
    const answered = await this.#changed(async () => {
      const { status, text } = await send(act);
      if (status !== 200) throw new Error(`${act.name} was refused: ${text}`);
      return JSON.parse(text) as { readonly data: T };
    }, questions);
    this.proven.add(act.name);
    return answered.data;
  }

  /** The same for what takes several calls. */
  async #changed<T>(act: () => Promise<T>, questions: readonly WalkCall[]): Promise<T> {
    if (questions.length === 0) throw new Error('nothing is asked');
    const before = await Promise.all(questions.map((question) => this.#standing(question)));
    const done = await act();
    for (const [at, question] of questions.entries()) await this.#otherwise(question, before[at] ?? '');
    return done;
  }

  /** Its answer when two in a row are alike: what was begun before, such as the steps of an instance, may still be going on. */
  async #standing(question: WalkCall): Promise<string> {
    const deadlineMs = performance.now() + settlingMs;
    let { text: before } = await send(question);
    for (;;) {
      await new Promise((done) => setTimeout(done, 100));
      const { text: again } = await send(question);
      if (again === before) return again;
      if (performance.now() > deadlineMs) throw new Error(`${question.name} changes by itself:\n${before}\n${again}`);
      before = again;
    }
  }

  async after<T>(act: () => Promise<T>, ...questions: readonly WalkCall[]): Promise<T> {
    return this.#changed(act, questions);
  }

  /** Two questions of one name that must have different answers, one of them at least no refusal. */
  async differs(one: WalkCall, other: WalkCall): Promise<void> {
    const answers = [await send(one), await send(other)];
    if (answers[0]?.text === answers[1]?.text) throw new Error(`${one.name} gives everybody the same: ${answers[0]?.text}`);
    if (answers.every(({ status }) => status !== 200)) throw new Error(`${one.name} is refused both times: ${answers[0]?.text}`);
    this.proven.add(one.name);
  }

  async #otherwise(question: WalkCall, before: string): Promise<void> {
    for (let tries = 0; tries < 200; tries++) {
      const { status, text } = await send(question);
      if (text !== before && status === 200) {
        this.proven.add(question.name);
        return;
      }
      // A session that ended, and what was deleted, are answered by a refusal.
      if (text !== before && tries > 3) {
        this.proven.add(question.name);
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    throw new Error(`${question.name} has the same answer as before: ${before}`);
  }
}
