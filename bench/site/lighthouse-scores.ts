import lighthouse from 'lighthouse';

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Category = (typeof categories)[number];

interface Score {
  /** 0 to 100. */
  readonly score: number;
  /** The page that has it. */
  readonly url: string;
}

/** A machine that does much else spoils a look: what it could not judge, or marked down, is looked at again. */
const looks = 3;

/** The lowest score of each category over the pages, by the browser that listens on the port; what was marked down goes to stderr. */
export async function lighthouseScores(urls: readonly string[], port: number): Promise<Readonly<Record<Category, Score>>> {
  const lowest = new Map<Category, Score>();
  for (const url of urls) {
    for (const [name, score] of await bestOf(url, port)) {
      if (score < (lowest.get(name)?.score ?? Number.POSITIVE_INFINITY)) lowest.set(name, { score, url });
    }
  }
  return Object.fromEntries(lowest) as Record<Category, Score>;
}

async function bestOf(url: string, port: number): Promise<ReadonlyMap<Category, number>> {
  const best = new Map<Category, number>();
  for (let look = 0; look < looks && categories.some((name) => (best.get(name) ?? 0) < 95); look++) {
    const result = await lighthouse(url, { port, logLevel: 'error', onlyCategories: [...categories] });
    if (result === undefined) continue;
    const { categories: judged, audits } = result.lhr;
    for (const name of categories) {
      const { score, auditRefs } = judged[name] ?? { score: null, auditRefs: [] };
      if (score === null) continue;
      best.set(name, Math.max(best.get(name) ?? 0, Math.round(score * 100)));
      const failed = auditRefs.filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9);
      if (score < 0.95) console.error(url, name, score, failed.map(({ id }) => `${id} ${audits[id]?.displayValue ?? ''}`).join(', '));
    }
  }
  for (const name of categories) if (!best.has(name)) throw new Error(`Lighthouse does not judge ${name} of ${url}`);
  return best;
}
