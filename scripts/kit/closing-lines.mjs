/** The last lines of `npm test`: on which recordings it ran, and, alone on the very last, what it counted. */
export function closingLines({ passed, failed, skipped }, recordings) {
  return [
    `recordings: made here${recordings ? ` and those of ${recordings}` : ''}`,
    `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
  ];
}
