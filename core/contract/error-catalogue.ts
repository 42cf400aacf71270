/**
 * Every error that can reach a user: `AREA_CONDITION`, its number in the reply, the HTTP status where that does not begin the number, and the parameters of its
 * text. Texts: `locales/<language>/errors.json`, key = code. A test holds catalogue and texts in step.
 */
export const errorCatalogue = {
  REQUEST_INVALID: { number: 40001, params: ['field', 'rule'] },
  REQUEST_TOO_LARGE: { number: 40002, status: 413, params: ['limit'] },
  REQUEST_NOT_JSON: { number: 40003 },
  REQUEST_UNSUPPORTED_TYPE: { number: 40004, status: 415 },
  ROUTE_UNKNOWN: { number: 40401, params: ['path'] },
  RATE_LIMITED: { number: 42901, params: ['retryAfterS'] },
  SERVER_FAILURE: { number: 50001, params: ['requestId'], isOutcomeOpen: true },
  SERVER_STOPPING: { number: 50301 },
  /** Another server holds the exchanges; this one takes over when that one is gone. */
  SERVER_STANDBY: { number: 50305, params: ['address'] },
  /** A plugin has not answered the call; whether it did what was asked is not known. */
  PLUGIN_SILENT: { number: 50402, params: ['plugin', 'seconds'], isOutcomeOpen: true },
  /** Nothing has happened: the server's disk is full, and what would need room on it is refused before anything changes. */
  DISK_FULL: { number: 50303 },
  /** The database died under way and is being started again, or PostgreSQL is out of reach. */
  DATABASE_AWAY: { number: 50304, isOutcomeOpen: true },

  SESSION_MISSING: { number: 40101 },
  SESSION_INVALID: { number: 40102 },
  LOGIN_CAPTCHA_WRONG: { number: 40103 },
  LOGIN_CAPTCHA_EXPIRED: { number: 40106 },
  /** The set-up page is there for who sits at the server, and for who has the address that its terminal printed. */
  SET_UP_TOKEN_NEEDED: { number: 40360 },
  SET_UP_TOKEN_WRONG: { number: 40361 },
  /** There is an administrator already. */
  SET_UP_DONE: { number: 40960 },
  PLATFORM_CHANGED: { number: 40961 },
  PLATFORM_VENUE_IN_USE: { number: 40958 },
  PLATFORM_NOTHING_TO_CHANGE: { number: 42398, status: 422 },
  PASSWORD_LENGTH: { number: 42395, status: 422, params: ['field', 'least', 'most'] },
  PASSWORD_HAS_NAME: { number: 42396, status: 422, params: ['field'] },
  PASSWORD_LOW: { number: 42397, status: 422, params: ['field'] },
  /** The account is guessed at: who comes from a network that is new to it has to do more work first. */
  LOGIN_WORK_NEEDED: { number: 40108, params: ['effort'] },
  LOGIN_WRONG: { number: 40104 },
  LOGIN_LOCKED: { number: 40105, status: 429, params: ['retryAfterS'] },
  /** The answer to a step after the password; `left`: further answers until the sign-in ends. */
  LOGIN_STEP_WRONG: { number: 40198, params: ['left'] },
  /** It took too long, was guessed at, or the password has changed meanwhile. */
  LOGIN_STEP_ENDED: { number: 40199 },
  /** The plugin that asks for a second factor does not run: nobody who has one comes in without it. */
  LOGIN_STEP_AWAY: { number: 50399 },
  /** What is asked for needs a proof, not older than some minutes, that it is still the same person. */
  CONFIRMATION_NEEDED: { number: 40398 },
  /** The firm wants a second factor of everybody like him before this, and he has none. */
  FACTOR_NEEDED: { number: 40397 },
  CONFIRMATION_WRONG: { number: 40399 },
  PASSWORD_WRONG: { number: 40305 },
  TOTP_ON: { number: 40997 },
  TOTP_OFF: { number: 40998 },
  /** There is no secret whose code could be meant. */
  TOTP_NOT_BEGUN: { number: 40999 },
  TOTP_CODE_WRONG: { number: 42498, status: 422 },
  /** The page is at an address that is a number, or said none: browsers make passkeys for domains alone. */
  PASSKEY_ADDRESS: { number: 42497, status: 422 },
  /** What the browser sent does not hold, came too late or was sent before. */
  PASSKEY_WRONG: { number: 42496, status: 422 },
  PASSKEY_UNKNOWN: { number: 40498 },
  PASSKEY_MANY: { number: 40996, params: ['most'] },
  /** `site`: of which they are. */
  PASSKEY_ELSEWHERE: { number: 40994, params: ['site'] },
  /** Money, orders, instances or movements are left; the page names them. */
  LEAVING_HINDERED: { number: 40989, params: ['count'] },
  LEAVING_NONE: { number: 40987 },
  LEAVING_NAME_WRONG: { number: 42495, status: 422 },
  /** Nothing says which of it is wrong, or whether there is such a passkey. */
  LOGIN_PASSKEY_WRONG: { number: 40197 },
  /** The new one is the old one. */
  PASSWORD_SAME: { number: 42499, status: 422 },
  /** Unknown, revoked, expired, or its user is locked: which of them is nobody's business. */
  KEY_INVALID: { number: 40107 },
  KEY_ADDRESS: { number: 40306, params: ['ip'] },
  KEY_READ_ONLY: { number: 40307 },
  /** No key may do this, whatever its permission. */
  KEY_FORBIDDEN: { number: 40308 },
  /** A page of another origin opened it, or a script that has no key. */
  SOCKET_ORIGIN: { number: 40311 },
  KEY_TOO_MANY: { number: 42309, status: 422, params: ['limit'] },
  ACCESS_ROLE: { number: 40301 },
  /** The plugin that brought the caller's role is not here any more, or does not run. */
  ROLE_GONE: { number: 40330, params: ['role'] },
  ACCESS_VIP: { number: 40302, params: ['minVip'] },
  ACCESS_ACCOUNT: { number: 40303, params: ['apiId'] },
  ACCESS_PLUGIN: { number: 40304, params: ['plugin'] },

  /** Exchange accounts: the first three are what their owners have said, and stop new orders and transfers. */
  ACCOUNT_INACTIVE: { number: 40370, params: ['apiId'] },
  ACCOUNT_EXPIRED: { number: 40371, params: ['apiId'] },
  ACCOUNT_PERMISSION: { number: 40372, params: ['apiId', 'permission'] },
  /** Switches of risk: cancels go on. */
  ACCOUNT_FROZEN: { number: 40373, params: ['apiId'] },
  DESK_HALTED: { number: 40980 },
  MARKET_HALTED: { number: 40981, params: ['instrument'] },
  /** Limits of risk that refuse: what enlarges the exposure does not pass, what reduces it and cancels go on. In USDT. */
  EXPOSURE_ACCOUNT: { number: 40983, params: ['apiId', 'value', 'limit'] },
  EXPOSURE_EXCHANGE: { number: 40984, params: ['exchange'] },
  EXPOSURE_ASSET: { number: 40985, params: ['asset'] },
  EXPOSURE_STRATEGY: { number: 40986 },
  SWITCH_UNKNOWN: { number: 40490 },
  SWITCH_RELEASING: { number: 40982 },
  ACCOUNT_NAME_TAKEN: { number: 40970 },
  ACCOUNT_NOT_EMPTY: { number: 40971, params: ['apiId'] },
  ACCOUNT_MONEY_MOVING: { number: 40972, params: ['apiId'] },
  ACCOUNT_TOO_MANY: { number: 42400, status: 422, params: ['limit'] },
  ACCOUNT_EXPIRY_PAST: { number: 42401, status: 422 },
  ACCOUNT_NO_PERMISSION: { number: 42402, status: 422 },
  ACCOUNT_EXCHANGE: { number: 42403, status: 422, params: ['exchange'] },
  ACCOUNT_KEYS_WRONG: { number: 42405, status: 422 },
  ACCOUNT_KEYS_NEEDLESS: { number: 42406, status: 422, params: ['exchange'] },
  ACCOUNT_GROUP_UNKNOWN: { number: 40470 },
  ACCOUNT_GROUP_TOO_MANY: { number: 42404, status: 422, params: ['limit'] },
  /** Copying: who follows whom, and why an order was not repeated. */
  COPY_UNKNOWN: { number: 40471, params: ['apiId'] },
  COPY_MAIN_FOLLOWS: { number: 42420, status: 422, params: ['apiId'] },
  COPY_FOLLOWER_LEADS: { number: 42421, status: 422, params: ['apiId'] },
  COPY_FOLLOWER_TAKEN: { number: 42422, status: 422, params: ['apiId'] },
  COPY_FOLLOWER_TWICE: { number: 42423, status: 422, params: ['apiId'] },
  COPY_RATIO: { number: 42424, status: 422, params: ['limit'] },
  COPY_AMOUNT: { number: 42425, status: 422 },
  COPY_TOO_MANY: { number: 42426, status: 422, params: ['limit'] },
  /** Of an order that the share of a follower leaves nothing of, and of one that was over before it could be repeated. */
  COPY_TOO_SMALL: { number: 42427, status: 422, params: ['lot'] },
  COPY_MISSED: { number: 42428, status: 422 },
  AUTHORISATION_NOBODY: { number: 42410, status: 422 },
  AUTHORISATION_END_PAST: { number: 42411, status: 422 },
  AUTHORISATION_TOO_MANY: { number: 42412, status: 422, params: ['limit'] },

  /** What the product has a call for and does not do yet. */
  MARGIN_NOT_OFFERED: { number: 50101 },
  A_SHARES_NOT_OFFERED: { number: 50102 },
  POSITION_SETTING_NOT_OFFERED: { number: 50103 },

  MARKET_UNKNOWN_INSTRUMENT: { number: 40410, params: ['instrument'] },
  MARKET_UNKNOWN_EXCHANGE: { number: 40411, params: ['exchange'] },
  MARKET_UNKNOWN_TOPIC: { number: 40412, params: ['topic'] },
  MARKET_TOO_MANY_TOPICS: { number: 42902, params: ['limit'] },

  ORDER_UNKNOWN: { number: 40420, params: ['orderId'] },
  /** Of what a strategy names by a tag. */
  ORDER_TAG_UNKNOWN: { number: 40421, params: ['tag'] },
  ORDER_ENDED: { number: 40910, params: ['tag'] },
  ORDER_FIELD_MISSING: { number: 42201, params: ['field', 'type'] },
  ORDER_FIELD_FORBIDDEN: { number: 42202, params: ['field', 'type'] },
  ORDER_PRICE_OFF_GRID: { number: 42203, params: ['field', 'value', 'tick'] },
  ORDER_QTY_OFF_GRID: { number: 42204, params: ['field', 'value', 'lot'] },
  ORDER_QTY_TOO_SMALL: { number: 42205, params: ['field', 'limit'] },
  ORDER_QTY_TOO_LARGE: { number: 42206, params: ['field', 'limit'] },
  ORDER_NOTIONAL_TOO_SMALL: { number: 42207, params: ['field', 'limit'] },
  ORDER_PRICE_OUT_OF_BAND: { number: 42208, params: ['field', 'limit'] },
  ORDER_PRICE_INVALID: { number: 42209, params: ['field'] },
  ORDER_WOULD_TRIGGER: { number: 42210, params: ['field'] },
  ORDER_NO_REFERENCE_PRICE: { number: 42211, params: ['field'] },
  ORDER_OCO_PRICES: { number: 42212, params: ['field'] },
  ORDER_NOT_SUPPORTED: { number: 42213, params: ['field', 'value'] },
  ORDER_INSUFFICIENT_BALANCE: { number: 42214, params: ['field', 'limit', 'asset', 'need', 'fits', 'fitsAsset'] },
  ORDER_DUPLICATE_CLIENT_ID: { number: 40901, params: ['field'] },
  MARKET_CLOSED: { number: 40920, params: ['instrument', 'phase', 'opens'] },
  MARKET_HOURS_UNKNOWN: { number: 40921, params: ['instrument'] },
  ORDER_INSTRUMENT_CLOSED: { number: 40902, params: ['instrument'] },
  ORDER_NOTHING_TO_AMEND: { number: 42215 },
  ORDER_NOT_AMENDABLE: { number: 40903, params: ['status'] },
  ORDER_REDUCE_ONLY: { number: 42216 },
  ORDER_AMOUNT_OVERFLOW: { number: 42217, params: ['field'] },
  ORDER_AMOUNT_OFF_GRID: { number: 42218, params: ['field', 'value', 'scale'] },
  /** Its sender had given it up, and it was not placed. */
  ORDER_TOO_LATE: { number: 42227 },
  ORDER_TOO_MANY: { number: 42219, params: ['field', 'limit'] },
  /** Limits that the runtime holds a strategy instance to. */
  LIMIT_HALTED: { number: 42220 },
  LIMIT_ORDER_RATE: { number: 42221, params: ['limit'] },
  LIMIT_DAILY_LOSS: { number: 42222, params: ['limit'] },
  LIMIT_ORDER_AMOUNT: { number: 42223, params: ['limit'] },
  LIMIT_POSITION: { number: 42224, params: ['limit'] },
  LIMIT_LOSS_UNKNOWN: { number: 42225, params: ['limit'] },
  /** The venue did not answer: the order's fate is open until it does. Never shown as a failure. */
  ORDER_UNRESOLVED: { number: 50401, params: ['clientOrderId'], isOutcomeOpen: true },
  /** Said by the browser of an amendment that had no answer: it was looked up, and not made. */
  ORDER_UNCHANGED: { number: 42231 },
  VENUE_UNAVAILABLE: { number: 50302, params: ['exchange'] },

  /** `limit`: what is free of the asset. */
  TRANSFER_INSUFFICIENT: { number: 42229, params: ['field', 'limit', 'asset'] },
  /** The exchange has accounts of one type only, or moves nothing between them. */
  TRANSFER_NOT_OFFERED: { number: 42230, params: ['exchange'] },
  TRANSFER_DUPLICATE_REFERENCE: { number: 40904, params: ['field'] },
  /** The exchange lends nothing. */
  LOAN_NOT_OFFERED: { number: 42235, params: ['exchange'] },
  /** `limit`: what may be borrowed of the asset now. */
  LOAN_LIMIT: { number: 42236, params: ['field', 'limit', 'asset'] },
  /** `limit`: what is owed of the asset. */
  LOAN_EXCEEDED: { number: 42237, params: ['field', 'limit', 'asset'] },

  CONFIG_INVALID: { number: 42301, status: 422, params: ['field', 'rule'] },
  LAYOUT_CONFLICT: { number: 40905, params: ['revision'] },
  LAYOUT_UNKNOWN: { number: 40431 },
  LAYOUT_NAME_TAKEN: { number: 40907, params: ['name'] },
  LAYOUT_NAME_INVALID: { number: 42302, status: 422, params: ['field', 'limit'] },
  LAYOUT_TOO_MANY: { number: 42303, status: 422, params: ['limit'] },
  LAYOUT_TOO_LARGE: { number: 41301, params: ['field', 'limitKb'] },
  /** Found by the browser in a file that is to be imported. */
  LAYOUT_FILE_FOREIGN: { number: 42304, status: 422, params: ['field'] },
  SUBSCRIPTION_TOO_MANY: { number: 42307, status: 422, params: ['limit'] },
  ALERT_UNKNOWN: { number: 40432 },
  ALERT_TOO_MANY: { number: 42305, status: 422, params: ['limit'] },
  ALERT_CONDITION_INVALID: { number: 42306, status: 422, params: ['field'] },
  ALERT_NO_INDEX: { number: 42316, status: 422, params: ['pair'] },
  ALERT_STATUS: { number: 40908, params: ['status'] },
  STORAGE_FULL: {
    number: 42308,
    status: 422,
    params: ['quotaMb', 'usedMb', 'workspacesMb', 'documentsMb', 'backtestsMb', 'alertsMb'],
  },
  DOCUMENT_CONFLICT: { number: 40906, params: ['revision'] },
  /** Found by the browser, never sent by the server. */
  CLIENT_OFFLINE: { number: 59901, status: 503, isOutcomeOpen: true },
  CLIENT_TIMEOUT: { number: 59902, status: 504, params: ['timeoutS'], isOutcomeOpen: true },

  /** Strategies: 'Unknown Strategy', 'Unknown Pair', 'Please Set Api', 'Start Failed', 'Update Failed', 'Please cancel update'. */
  STRATEGY_UNKNOWN: { number: 40440, params: ['strategy'] },
  STRATEGY_UNKNOWN_PAIR: { number: 40441, params: ['instrument'] },
  INSTANCE_UNKNOWN: { number: 40442 },
  STRATEGY_NO_ACCOUNT: { number: 42310, status: 422, params: ['field'] },
  /** None of the markets that the params name can be traded with the account. */
  STRATEGY_ACCOUNT_UNFIT: { number: 42332, status: 422, params: ['apiId'] },
  /** `rule` is the key of the strategy's own text, which pages show in the user's language, `text` its sentence in English. */
  STRATEGY_PARAMS_INVALID: { number: 42311, status: 422, params: ['field', 'text'] },
  STRATEGY_FIELD_FIXED: { number: 42312, status: 422, params: ['field'] },
  STRATEGY_TOO_MANY: { number: 42313, status: 422, params: ['limit'] },
  STRATEGY_START_FAILED: { number: 42314, status: 422, params: ['cause'] },
  STRATEGY_UPDATE_FAILED: { number: 42315, status: 422, params: ['cause'] },
  STRATEGY_NEEDS_REPLAY: { number: 42330, status: 422, params: ['field', 'instrument'] },
  STRATEGY_ONLY_REPLAY: { number: 42331, status: 422, params: ['field', 'instrument'] },
  STRATEGY_UPDATE_PENDING: { number: 40911 },
  INSTANCE_STATUS: { number: 40912, params: ['status'] },

  BACKTEST_UNKNOWN: { number: 40460 },
  BACKTEST_TOO_MANY: { number: 42370, status: 422, params: ['limit'] },
  BACKTEST_QUEUE_FULL: { number: 42371, status: 422, params: ['limit'] },
  /** It has to be canceled first. */
  BACKTEST_RUNNING: { number: 40940 },
  /** Only one run that has ended well can be stepped through. */
  BACKTEST_NO_STEPS: { number: 42372, status: 422 },
  /** Its data, its strategy or the simulation is not what it was: a replay would show another run. */
  BACKTEST_CHANGED: { number: 40941 },
  /** Of one user one run is stepped through at a time, and a few places of it. */
  BACKTEST_STEPS_BUSY: { number: 42903, params: ['retryAfterS'] },

  /** Public forms: what is wrong stands beside its field. */
  FORM_FIELD_EMPTY: { number: 42380, status: 422, params: ['field'] },
  FORM_EMAIL_EMPTY: { number: 42381, status: 422, params: ['field'] },
  FORM_EMAIL_INVALID: { number: 42382, status: 422, params: ['field'] },
  FORM_PHONE_EMPTY: { number: 42383, status: 422, params: ['field'] },
  FORM_PHONE_INVALID: { number: 42384, status: 422, params: ['field'] },
  FORM_URL_INVALID: { number: 42385, status: 422, params: ['field'] },
  FORM_CHOICE_UNKNOWN: { number: 42386, status: 422, params: ['field'] },
  FORM_TEXT_TOO_LONG: { number: 42387, status: 422, params: ['field', 'limit'] },
  FORM_RESUME_EMPTY: { number: 42388, status: 422, params: ['field'] },
  FORM_RESUME_TOO_LARGE: { number: 42389, status: 422, params: ['field', 'limitMb'] },
  /** Neither PDF nor DOC, whatever its name says. */
  FORM_RESUME_FORMAT: { number: 42390, status: 422, params: ['field'] },
  /** Deleted by an administrator, or its time was over. */
  LETTER_UNKNOWN: { number: 40433 },
  /** It has none, or that lies in the data folder of another server. */
  LETTER_FILE_MISSING: { number: 40434 },
  ANNOUNCEMENT_UNKNOWN: { number: 40435 },
  /** One that is withdrawn changes no more; of one that is published neither its time does nor whom it is for. */
  ANNOUNCEMENT_WITHDRAWN: { number: 40942 },
  ANNOUNCEMENT_PUBLISHED: { number: 40943, params: ['field'] },
  ANNOUNCEMENT_TOO_MANY: { number: 42391, status: 422, params: ['limit'] },
  ANNOUNCEMENT_READER_UNKNOWN: { number: 42392, status: 422, params: ['field', 'name'] },
  /** What was sent in could not be stored; nothing of it is. */
  SUBMISSION_FAILED: { number: 50003 },

  /** People, as administrators keep them. */
  /** A code that was sent: it is another, too old, was used, or was tried too often. */
  CODE_WRONG: { number: 42470, status: 422, params: ['field'] },
  /** Nobody registers by himself here. */
  REGISTRATION_CLOSED: { number: 40376 },
  /** Who registers here was invited. */
  INVITE_NEEDED: { number: 42471, status: 422, params: ['field'] },
  INVITE_UNKNOWN: { number: 42472, status: 422, params: ['field'] },
  /** An invitation of an administrator is used, revoked, replaced or too old, or there never was one: nobody is told which. */
  INVITATION_OVER: { number: 40438 },
  /** Who holds its link hears that the address has an account by now. */
  INVITATION_TAKEN: { number: 40948 },
  /** For administrators: it is not open any more. */
  INVITATION_UNKNOWN: { number: 40439 },
  INVITATION_TOO_MANY: { number: 42473, status: 422, params: ['limit'] },
  INVITATION_NO_SITE: { number: 42474, status: 422 },
  DELIVERY_UNKNOWN: { number: 40476 },
  /** It did not fail, or its words are gone. */
  PLUGIN_SET_UNKNOWN: { number: 40483, params: ['name'] },
  /** A version of the product has it. */
  PLUGIN_SET_TIED: { number: 40900, params: ['name', 'version'] },
  PLUGIN_SET_NAMES_FULL: { number: 40992, params: ['most'] },
  /** The address of a device is at no push service that the house knows. */
  PUSH_SERVICE_UNKNOWN: { number: 42238 },
  PUSH_KEY_INVALID: { number: 42239 },
  DELIVERY_OVER: { number: 40976 },
  /** What waits for a second person: it is not there, it is decided, and nobody decides what he has asked for. */
  APPROVAL_UNKNOWN: { number: 40480 },
  APPROVAL_DECIDED: { number: 40990 },
  APPROVAL_OWN: { number: 40390 },
  /** Movements of money between accounts and the outside. */
  MONEY_UNKNOWN: { number: 40481 },
  /** The id names another movement. */
  MONEY_ID_TAKEN: { number: 40991, params: ['field'] },
  /** The house gives it to what it pays itself. */
  MONEY_ID_RESERVED: { number: 42441, status: 422, params: ['field'] },
  MONEY_NOT_OFFERED: { number: 42490, status: 422, params: ['exchange'] },
  MONEY_PROOF_FORMAT: { number: 42491, status: 422, params: ['field'] },
  MONEY_PROOF_TOO_LARGE: { number: 42492, status: 422, params: ['field', 'limitMb'] },
  MONEY_PROOF_UNKNOWN: { number: 42493, status: 422, params: ['field'] },
  MONEY_ADDRESS_UNKNOWN: { number: 40482 },
  MONEY_ADDRESS_TOO_MANY: { number: 42494, status: 422, params: ['limit'] },
  MONEY_TOO_MANY_OPEN: { number: 42440, status: 422, params: ['limit'] },

  PERSON_UNKNOWN: { number: 40436 },
  /** It has ended meanwhile, or is another person's. */
  PERSON_SESSION_UNKNOWN: { number: 40437 },
  PERSON_TAKEN: { number: 40944, params: ['field'] },
  /** Somebody else has changed the person since the version that the change names. */
  PERSON_CHANGED: { number: 40945 },
  /** What nobody may do to himself. */
  PERSON_SELF: { number: 40946, params: ['field'] },
  PERSON_LAST_ADMIN: { number: 40947, params: ['field'] },
  PERSON_USERNAME_INVALID: { number: 42353, status: 422, params: ['field'] },
  PERSON_PHONE_INVALID: { number: 42354, status: 422, params: ['field'] },
  PERSON_ROLE_UNKNOWN: { number: 42355, status: 422, params: ['field', 'role', 'roles'] },
  PERSON_LEVEL_INVALID: { number: 42356, status: 422, params: ['field'] },
  PERSON_TIME_INVALID: { number: 42357, status: 422, params: ['field'] },
  PERSON_VIP_END_PAST: { number: 42358, status: 422, params: ['field'] },
  /** Level 0 has no end. */
  PERSON_VIP_END_FORBIDDEN: { number: 42359, status: 422, params: ['field'] },
  PERSON_NOTHING_TO_CHANGE: { number: 42360, status: 422 },
  /** Of a table of people: its head, its length, and a line of it. */
  PERSON_IMPORT_COLUMN_UNKNOWN: { number: 42361, status: 422, params: ['column'] },
  PERSON_IMPORT_COLUMN_TWICE: { number: 42362, status: 422, params: ['column'] },
  PERSON_IMPORT_COLUMN_MISSING: { number: 42363, status: 422, params: ['column'] },
  PERSON_IMPORT_TOO_LONG: { number: 42364, status: 422, params: ['limit'] },
  PERSON_IMPORT_EMPTY: { number: 42365, status: 422 },
  PERSON_IMPORT_QUOTES: { number: 42366, status: 422, params: ['line'] },
  PERSON_IMPORT_CELLS: { number: 42367, status: 422, params: ['count', 'expected'] },
  PERSON_IMPORT_STATE: { number: 42368, status: 422, params: ['field'] },
  PERSON_IMPORT_TWICE: { number: 42369, status: 422, params: ['field', 'line'] },

  /** Somebody else has saved the set meanwhile. */
  PLUGIN_SET_CHANGED: { number: 40913 },
  PLUGIN_UNKNOWN: { number: 40430, params: ['plugin'] },

  /** Plugins from outside the build. */
  PACKAGE_UNKNOWN: { number: 40450, params: ['plugin'] },
  PACKAGE_INVALID: { number: 42340, status: 422, params: ['field', 'rule'] },
  PACKAGE_HASH: { number: 42341, status: 422, params: ['file'] },
  PACKAGE_PATH: { number: 42342, status: 422, params: ['path'] },
  PACKAGE_API: { number: 42343, status: 422, params: ['range', 'version'] },
  PACKAGE_KIND: { number: 42344, status: 422, params: ['kind'] },
  PACKAGE_CODE: { number: 42345, status: 422, params: ['cause'] },
  PACKAGE_TOO_MANY: { number: 42346, status: 422, params: ['limit'] },
  /** Found by the browser: the frame of a package asked for what it was not granted, or its user said no. */
  PACKAGE_NOT_GRANTED: { number: 40309 },
  PACKAGE_DECLINED: { number: 40310 },
  PACKAGE_UNSIGNED: { number: 42347, status: 422 },
  PACKAGE_UNTRUSTED: { number: 42348, status: 422, params: ['key'] },
  PACKAGE_SIGNATURE: { number: 42349, status: 422 },
  /** What is granted must be what is asked for: something changed since it was looked at. */
  PACKAGE_GRANT: { number: 42350, status: 422, params: ['plugin'] },
  PACKAGE_KEY: { number: 42351, status: 422 },
  PACKAGE_TOO_MANY_KEYS: { number: 42352, status: 422, params: ['limit'] },
  PACKAGE_KEY_KNOWN: { number: 40934, params: ['name'] },
  PACKAGE_KEY_UNKNOWN: { number: 40451 },
  PACKAGE_DUPLICATE: { number: 40930, params: ['plugin'] },
  PACKAGE_NOT_NEWER: { number: 40931, params: ['plugin', 'version'] },
  PACKAGE_RUNNING: { number: 40932, params: ['plugin', 'count'] },
  /** Running instances could not go on from their state under other code. */
  STRATEGY_STATE_CHANGED: { number: 40933, params: ['strategy', 'change'] },
} as const satisfies Readonly<Record<string, ErrorEntry>>;

/** Absent: the status is the first three digits of the number, and there are no parameters. */
export interface ErrorEntry {
  readonly number: number;
  readonly status?: number;
  readonly params?: readonly string[];
  /** True: nobody can say whether what was asked for was done. */
  readonly isOutcomeOpen?: boolean;
}

export type ErrorCode = keyof typeof errorCatalogue;

/** Code of a reply's number; null for a number that is not in the catalogue (200 is success). */
export const errorCodeOf = (number: number): ErrorCode | null => byNumber.get(number) ?? null;

const byNumber = new Map(Object.entries(errorCatalogue).map(([code, entry]) => [entry.number as number, code as ErrorCode]));
