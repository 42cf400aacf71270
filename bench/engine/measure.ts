/** CPU seconds (user and system, all threads, collector included) that `work` takes. */
export function cpuSeconds(work: () => void): number {
  const start = process.cpuUsage();
  work();
  const used = process.cpuUsage(start);
  return (used.user + used.system) / 1e6;
}

/** The value that `share` of the samples do not exceed. */
export function percentile(samples: Float64Array, share: number): number {
  const sorted = samples.slice().sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] as number;
}
