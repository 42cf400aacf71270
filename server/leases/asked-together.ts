/** One question for all who want its answer: each gets that of a question that began after the call, so that none is older than who asks. */
export function askedTogether(ask: () => Promise<void>): () => Promise<void> {
  let underWay: Promise<unknown> = Promise.resolve();
  let next: Promise<void> | null = null;
  return () => {
    next ??= underWay.then(() => {
      next = null;
      const asked = ask();
      underWay = asked.catch(() => undefined);
      return asked;
    });
    return next;
  };
}
