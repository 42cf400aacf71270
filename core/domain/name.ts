/** Of the names that people give: to a workspace, a template, a strategy's instance, a key. */
export const maxNameLength = 60;

/** One line of characters that can be seen, without space at its ends. */
export const namePattern = /^[^\s\p{C}]([^\p{C}\p{Zl}\p{Zp}]*[^\s\p{C}])?$/u;

export const isName = (name: string): boolean => name.length <= maxNameLength && namePattern.test(name);
