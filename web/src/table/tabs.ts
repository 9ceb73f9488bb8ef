export type Tab = 'orders' | 'force' | 'log' | 'rules' | 'charts' | 'chat' | 'table';

export const TAB_NAMES: Record<Tab, string> = {
  orders: 'Play',
  force: 'Area',
  log: 'Log',
  rules: 'Rules',
  charts: 'Charts',
  chat: 'Chat',
  table: 'Table',
};

/** The tabs of the side panel, and what a phone shows at the foot. */
export const DESK_TABS: Tab[] = ['log', 'rules', 'charts', 'chat', 'table'];
export const PHONE_TABS: Tab[] = ['orders', 'force', 'log', 'table'];
/** What a phone shows under "Table". */
export const UNDER_TABLE: Tab[] = ['table', 'rules', 'charts', 'chat'];
