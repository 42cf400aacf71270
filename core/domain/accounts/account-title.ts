/** How an account is told from others: by its name, and by its exchange where that is not its name already. */
export const accountTitle = (name: string, exchangeTitle: string): string =>
  name.trim().toLowerCase() === exchangeTitle.trim().toLowerCase() ? name : `${name} · ${exchangeTitle}`;
