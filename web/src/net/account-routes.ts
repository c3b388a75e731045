// The server's routes for accounts, one function each.

import type {
  APITokenList,
  CreatedAPIToken,
  CreatedUser,
  LinkPurpose,
  Me,
  OneUseLink,
  SessionList,
  User,
  UserChange,
  UserList,
} from "../api.js";
import { request } from "./client.js";

const at = encodeURIComponent;

export const setUp = (token: string, name: string, password: string) => request<Me>(
  "POST",
  "/api/setup",
  { token, name, password },
);
export const signIn = (name: string, password: string) => request<Me>("POST", "/api/login", { name, password });
export const signInByLink = (token: string) => request<Me>("POST", "/api/login", { token });
export const resetPassword = (token: string, password: string) => request<Me>(
  "POST",
  "/api/password",
  { token, password },
);
export const signOut = () => request<void>("POST", "/api/logout");
export const whoAmI = () => request<Me>("GET", "/api/me");

/** `current` is left out by one who has no password yet. */
export const changePassword = (current: string | null, fresh: string) => request<void>(
  "PUT",
  "/api/me/password",
  current === null ? { new: fresh } : { current, new: fresh },
);
export const sessions = () => request<SessionList>("GET", "/api/sessions");
export const endSession = (id: string) => request<void>("DELETE", `/api/sessions/${at(id)}`);
export const endOtherSessions = () => request<void>("DELETE", "/api/sessions");
export const tokens = () => request<APITokenList>("GET", "/api/tokens");
export const makeToken = (name: string) => request<CreatedAPIToken>("POST", "/api/tokens", { name });
export const revokeToken = (id: string) => request<void>("DELETE", `/api/tokens/${at(id)}`);
export const makeLink = () => request<OneUseLink>("POST", "/api/links");

export const users = () => request<UserList>("GET", "/api/admin/users");
export const addUser = (name: string, administrator: boolean) => request<CreatedUser>(
  "POST",
  "/api/admin/users",
  { name, administrator },
);
export const changeUser = (id: string, change: UserChange) => request<User>(
  "PATCH",
  `/api/admin/users/${at(id)}`,
  change,
);
export const removeUser = (id: string) => request<void>("DELETE", `/api/admin/users/${at(id)}`);
export const makeUserLink = (id: string, purpose: LinkPurpose) => request<OneUseLink>(
  "POST",
  `/api/admin/users/${at(id)}/links`,
  { purpose },
);
