/** Uploads a file, with progress: `fetch` knows none for what is sent. */

import { ApiError, UNREACHABLE, UNREADABLE } from "@/api/errors";
import { cookie } from "@/api/http";
import type { JsonObject } from "@/api/types";
import { isRecord, parseJson } from "@/lib/json";

/**
 * Store a file and return the value that names it.
 *
 * @param onProgress gets the part that has been sent, from 0 to 1.
 * @throws ApiError when it is refused or nothing answers.
 */
export function uploadFile(file: File, onProgress: (part: number) => void): Promise<JsonObject> {
  const body = new FormData();
  body.set("file", file);
  const request = new XMLHttpRequest();
  request.open("POST", "/api/files/");
  request.setRequestHeader("Accept", "application/json");
  request.setRequestHeader("Accept-Language", document.documentElement.lang || "en");
  request.setRequestHeader("X-CSRFToken", cookie("csrftoken"));
  return new Promise((resolve, reject) => {
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onerror = () => reject(new ApiError(0, UNREACHABLE, ""));
    request.onload = () => {
      const answer = read(request.responseText);
      if (request.status !== 201) reject(ApiError.fromBody(request.status, answer));
      else if (isRecord(answer)) resolve(answer);
      else reject(new ApiError(request.status, UNREADABLE, ""));
    };
    request.send(body);
  });
}

function read(text: string) {
  try {
    return parseJson(text);
  } catch {
    return null;
  }
}
