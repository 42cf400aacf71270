/** What the kernel tells its host; the host logs it. */
export type KernelEvent =
  | { readonly type: 'hook-slow'; readonly pluginId: string; readonly hook: string; readonly elapsedMs: number }
  | { readonly type: 'hook-failed'; readonly pluginId: string; readonly hook: string; readonly error: unknown }
  | { readonly type: 'plugin-failed'; readonly pluginId: string; readonly reason: FailureReason }
  | { readonly type: 'contribution-left-out'; readonly pluginId: string; readonly contribution: string; readonly error: unknown };

export type KernelReport = (event: KernelEvent) => void;

const failureCodes = [
  'manifest-invalid',
  'folder-name',
  'api-range',
  'load-failed',
  'definition-mismatch',
  'missing-token',
  'dependency-failed',
  'setup-failed',
] as const;
export type FailureCode = (typeof failureCodes)[number];

/** The code has a text in the languages of the product; the detail is technical and in English. */
export interface FailureReason {
  readonly code: FailureCode;
  readonly detail: string;
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
