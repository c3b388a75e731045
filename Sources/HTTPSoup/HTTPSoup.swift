// HTTPSoup
