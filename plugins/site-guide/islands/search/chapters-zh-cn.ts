export const chapters = import.meta.glob<string>('../../chapters/zh-CN/*/*.md', { eager: true, query: '?raw', import: 'default' });
