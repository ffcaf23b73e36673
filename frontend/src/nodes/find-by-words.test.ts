import { describe, expect, it } from "vitest";
import { findByWords } from "./find-by-words";

const ENTRIES = [
  {
    id: "mail",
    title: { en: "Send mail", zh: "发送邮件" },
    help: { en: "Sends a message to people.", zh: "给人发消息。" },
  },
  {
    id: "approve",
    title: { en: "Approval", zh: "审批" },
    help: { en: "Waits until a person says yes.", zh: "等待有人同意。" },
  },
  {
    id: "feed",
    title: { en: "Follow a feed", zh: "关注订阅源" },
    help: { en: "Reads the news.", zh: "读取资讯。" },
  },
];

const find = (text: string) =>
  findByWords(ENTRIES, ({ title, help }) => ({ names: [title], others: [help] }), text).map(({ id }) => id);

describe("finding by words of a sentence", () => {
  it.each([
    ["send the mails", ["mail"]],
    ["a person should say yes before", ["approve"]],
    ["APPROVAL!", ["approve"]],
    ["new", ["feed"]],
    ["ail", []],
    ["邮件", ["mail"]],
    ["消息发送前先请人审批", ["mail", "approve"]],
    ["每天读取资讯", ["feed"]],
    ["", []],
    ["?! \u{1F600}", []],
  ])("%s", (text, ids) => {
    expect(find(text).toSorted()).toEqual(ids.toSorted());
  });

  it("puts a word of the title before one of the help", () => {
    expect(find("message approval")[0]).toBe("approve");
  });
});
