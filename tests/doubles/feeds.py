"""Feeds in every format, as their makers write them."""

ATOM = """<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <title>Tea</title><link rel="self" href="https://tea.example/feed"/><link href="https://tea.example/"/>
  <entry><id>urn:tea:2</id><title type="html">Green &amp;amp; black</title><link href="https://tea.example/2"/>
    <author><name>Ada</name></author><updated>2026-11-02T08:00:00Z</updated><published>2026-11-01T08:00:00+08:00</published>
    <category term="green"/><summary>In short</summary>
    <content type="html">&lt;p&gt;One&lt;/p&gt;&lt;script&gt;x()&lt;/script&gt;&lt;p&gt;Two&lt;/p&gt;</content></entry>
  <entry><id>urn:tea:1</id><title>绿茶</title></entry>
</feed>""".encode()

RSS_2 = b"""<?xml version="1.0"?>
<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:content="http://purl.org/rss/1.0/modules/content/">
<channel><title>Tea</title><link>https://tea.example/</link>
<item><title>Green&nbsp;tea</title><link>https://tea.example/2</link><guid isPermaLink="false">tea-2</guid>
  <pubDate>Sun, 01 Nov 2026 08:00:00 +0800</pubDate><dc:creator>Ada</dc:creator><category>green</category>
  <description>In short</description><content:encoded><![CDATA[<p>One</p><p>Two</p>]]></content:encoded></item>
<item><title>No id</title><link>https://tea.example/1</link></item>
<item><description>Nothing but this</description></item>
</channel></rss>"""

RSS_1 = """<?xml version="1.0" encoding="gb18030"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
  xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="https://tea.example/"><title>茶</title></channel>
<item rdf:about="https://tea.example/1"><title>绿茶</title><link>https://tea.example/1</link>
<dc:date>2026-11-01T08:00:00+08:00</dc:date></item></rdf:RDF>""".encode("gb18030")

JSON_FEED = """{"version": "https://jsonfeed.org/version/1.1", "title": "Tea", "home_page_url": "https://tea.example/",
"items": [{"id": 2, "url": "https://tea.example/2", "title": "绿茶", "content_html": "<p>One</p>", "tags": ["green"],
"date_published": "2026-11-01T08:00:00+08:00", "authors": [{"name": "Ada"}]}, "not an item"]}""".encode()

BOMB = (
    b'<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a "tea tea tea tea"><!ENTITY b "&a;&a;&a;&a;">]>'
    b"<rss><channel><title>&b;</title></channel></rss>"
)
