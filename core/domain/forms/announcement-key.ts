/** What the message of an announcement tells of: by it a list knows which ones are pinned. */
export const announcementKey = (announcementId: string): string => `announcement ${announcementId}`;
