"""A page as magazines write it: an article with menus, scripts and a footer around it."""

HTML = {"Content-Type": "text/html"}
ARTICLE = """<!doctype html><html lang="en"><head><title>Spring tea | Tea News</title>
<meta name="author" content="Li Hua"><meta property="og:site_name" content="Tea News">
<meta property="article:published_time" content="2026-03-04T10:00:00Z"><script>track("reader")</script></head>
<body><nav><a href="/">Home</a> <a href="/shop">Shop</a></nav><main><article><h1>Spring tea</h1>
<p>The first leaves are picked in <b>March</b>, when nights are cold and the mornings bright over the hills.</p>
<h2>Prices</h2><table><tr><th>Name</th><th>Price</th></tr><tr><td>龙井</td><td>12</td></tr></table>
<ul><li>明前茶价格高，味道好</li><li>雨前茶便宜一些</li></ul>
<p>See <a href="/more">more</a> for all details about how the tea is made and who picks it.</p></article></main>
<footer>Imprint</footer></body></html>""".encode()
