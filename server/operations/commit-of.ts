import { existsSync, readFileSync, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';

const commitPattern = /^[0-9a-f]{40}$/;

/** The commit that a repository is at, and null for a folder that is none, or cannot be read. */
export function commitOf(root: string): string | null {
  try {
    const own = gitFolder(join(root, '.git'), root);
    if (own === null) return null;
    const head = readFileSync(join(own, 'HEAD'), 'utf8').trim();
    if (commitPattern.test(head)) return head;
    const name = /^ref: (\S+)$/.exec(head)?.[1];
    if (name === undefined) return null;
    // A second working tree keeps its branches with the first one.
    const sharedFile = join(own, 'commondir');
    const shared = existsSync(sharedFile) ? join(own, readFileSync(sharedFile, 'utf8').trim()) : own;
    return loose(join(shared, name)) ?? packed(join(shared, 'packed-refs'), name);
  } catch {
    return null;
  }
}

function gitFolder(path: string, root: string): string | null {
  if (!existsSync(path)) return null;
  if (statSync(path).isDirectory()) return path;
  const target = /^gitdir: (.+)$/m.exec(readFileSync(path, 'utf8'))?.[1]?.trim();
  if (target === undefined) return null;
  return isAbsolute(target) ? target : join(root, target);
}

function loose(path: string): string | null {
  const commit = existsSync(path) ? readFileSync(path, 'utf8').trim() : '';
  return commitPattern.test(commit) ? commit : null;
}

function packed(path: string, name: string): string | null {
  if (!existsSync(path)) return null;
  const line = readFileSync(path, 'utf8')
    .split('\n')
    .find((one) => one.endsWith(` ${name}`));
  const commit = line?.slice(0, 40) ?? '';
  return commitPattern.test(commit) ? commit : null;
}
