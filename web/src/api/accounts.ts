// Who is signed in, from where, and with what: `Sources/PodcastAPI/Accounts`.

import type { Instant } from "../api.js";

export interface Me {
  id: string;
  name: string;
  administrator: boolean;
  /** Whether there is a password; one who came by a link or a proxy sets the first without an old one. */
  password: boolean;
  /** `proxy`: signing out happens at the reverse proxy. */
  access: "session" | "token" | "proxy";
  unread: number;
  version: string;
}

export interface Session {
  id: string;
  current: boolean;
  /** What the browser called itself; may be empty. */
  agent: string;
  created: Instant;
  lastSeen: Instant;
  expires: Instant;
}

export interface SessionList {
  sessions: Session[];
}

export interface APIToken {
  /** The beginning of its secret. */
  id: string;
  name: string;
  created: Instant;
  lastUsed?: Instant;
}

export interface APITokenList {
  tokens: APIToken[];
}

export interface CreatedAPIToken {
  token: APIToken;
  secret: string;
}

export type LinkPurpose = "sign-in" | "password";

export interface OneUseLink {
  purpose: LinkPurpose;
  url: string;
  expires: Instant;
}

export interface User {
  id: string;
  name: string;
  administrator: boolean;
  disabled: boolean;
  password: boolean;
  created: Instant;
  lastSeen?: Instant;
  feeds: number;
  sessions: number;
  tokens: number;
}

export interface UserList {
  users: User[];
}

export interface CreatedUser {
  user: User;
  link: OneUseLink;
}

export interface UserChange {
  name?: string;
  administrator?: boolean;
  disabled?: boolean;
}
