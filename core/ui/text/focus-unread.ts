/** Whether something in a form is typed that nobody can read, which is not the same as nothing: the first of it has the focus then, and nothing is to be sent. */
export function focusUnread(form: Element): boolean {
  const unread = form.querySelector<HTMLElement>('[data-unread]');
  unread?.focus();
  return unread !== null;
}
