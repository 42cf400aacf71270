/** Names the build that a page belongs to: its file changes with any other. */
const entryOf = (page: ParentNode): string | null => page.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null;

/** True when the server gives another build than the one that runs here: files of ours that were not loaded yet may be gone. */
export async function isReplaced(page: ParentNode, fetchPage: () => Promise<Response>): Promise<boolean> {
  const entry = entryOf(page);
  try {
    const reply = await fetchPage();
    return reply.ok && entry !== null && !(await reply.text()).includes(entry);
  } catch {
    // Nobody can say without a connection.
    return false;
  }
}
