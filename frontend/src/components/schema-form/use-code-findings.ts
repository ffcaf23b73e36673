/** Lets the server look through a program, together with what else the form says the code can use. */

import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData } from "@tanstack/react-query";
import { useMemo } from "react";
import { server } from "@/api/cache";
import type { CodeCheck, CodeFinding, JsonObject, LocalText } from "@/api/types";

const PAUSE_MS = 600;
const NONE: readonly CodeFinding[] = [];

export function useCodeFindings(code: string, values: JsonObject, enabled: boolean): readonly CodeFinding[] {
  const [settled] = useDebouncedValue(code, PAUSE_MS);
  const [others] = useDebouncedValue(values, PAUSE_MS);
  const check = useMemo(() => codeCheckOf(settled, others), [settled, others]);
  const isWanted = enabled && settled.trim() !== "";
  const options = { enabled: isWanted, retry: false, staleTime: 60_000, placeholderData: keepPreviousData };
  const { data } = server.useQuery("post", "/api/tools/code-check/", { body: check }, options);
  return (isWanted && data?.findings) || NONE;
}

/** Why a tool that code is granted could not be called; nothing for one that is there. */
export function useLostGrant(tool: string, enabled: boolean): LocalText | undefined {
  const check: CodeCheck = { code: "", functions: [{ name: "", tool }] };
  const options = { enabled: enabled && tool !== "", retry: false };
  const { data } = server.useQuery("post", "/api/tools/code-check/", { body: check }, options);
  return data?.lost_grants[0]?.message;
}

/** A tool has typed parameters and granted functions; a code node has named inputs of any type. */
export function codeCheckOf(code: string, values: JsonObject): CodeCheck {
  return {
    code,
    language: values.language === "javascript" ? "javascript" : "python",
    inputs: [
      ...rowsOf(values.parameters).map(({ name, type, required }) => ({
        name: String(name ?? ""),
        type: TYPES.find((known) => known === type) ?? "any",
        optional: required === false,
      })),
      ...rowsOf(values.inputs).map(({ name }) => ({ name: String(name ?? "") })),
    ],
    functions: rowsOf(values.functions).map(({ name, tool }) => ({
      name: String(name ?? ""),
      tool: String(tool ?? ""),
    })),
    keeps_variables: values.keepsVariables === true,
  };
}

const TYPES = ["string", "number", "boolean", "array", "object"] as const;

function rowsOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter((row) => typeof row === "object" && row !== null) : [];
}
